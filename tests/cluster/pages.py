"""Prints an example of docs/cluster.md as it stands there: the text between 'END' and END, or a block of YAML.

usage: pages.py sbatch|yaml PAGE
"""
import re
import sys

form, page = sys.argv[1:]
text = open(page, encoding="utf-8").read()
pattern = {"sbatch": r"cat > part\.sbatch << 'END'\n(.*?)^END$", "yaml": r"```yaml\n(.*?)^```"}[form]
print(re.search(pattern, text, re.S | re.M)[1], end="")
