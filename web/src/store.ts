// What stays on this computer between visits: settings, and changes that were not saved.
export const stored = (name: string): string | null => { try { return localStorage.getItem(name); } catch { return null; } };
export const keep = (name: string, value: string | null): boolean => {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    return true;
  } catch { return false; } // a full or a forbidden store
};

/** Tells texts apart: FNV-1a, of UTF-16. A change belongs to the text that it was made on, not to a file's name. */
export function print_of(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return `${text.length.toString(36)}.${(hash >>> 0).toString(36)}`;
}
const key = (file: string, original: string) => `draft:${print_of(original)}:${file}`;
export const draft_of = (file: string, original: string): string | null => stored(key(file, original));
export const keep_draft = (file: string, original: string, text: string): boolean => keep(key(file, original), text === original ? null : text);
/** Files with kept changes, of whatever was opened; those of other versions of a file are left out when it is read. */
export function drafts(): Set<string> {
  const found = new Set<string>();
  try {
    for (let i = 0; i < localStorage.length; ++i) {
      const match = /^draft:[^:]*:(.*)$/s.exec(localStorage.key(i)!);
      if (match) found.add(match[1]!);
    }
  } catch { /* no store */ }
  return found;
}
