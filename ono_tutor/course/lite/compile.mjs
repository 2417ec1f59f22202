// Compiles the packages of a site by its own Python: node compile.mjs SITE COMPILED.PY
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [site, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${site}/static/pyodide/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${site}/static/pyodide/` });
python.FS.mkdirTree("/site");
python.mountNodeFS("/site", site);
python.runPython("import warnings\nwarnings.simplefilter('ignore')");
python.runPython(readFileSync(program, "utf8"));
python.runPython("compile_site(Path('/site'))");
