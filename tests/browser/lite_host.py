"""Serving a site on the loopback interface, and seeing whatever asks for another place."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

READY = """() => {
  const lesson = window.jupyterapp?.shell?.currentWidget;
  const context = lesson?.sessionContext;
  return lesson?.context?.isReady && context?.isReady
    && context.session?.kernel?.connectionStatus === 'connected'
    && context.session.kernel.status === 'idle';
}"""

RUN_ALL = "window.jupyterapp.commands.execute('notebook:run-all-cells')"

RUN = """async code => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({code});
  let said = '';
  future.onIOPub = message => {
    const {text, ename, evalue} = message.content;
    said += text ?? (ename ? `${ename}: ${evalue}` : '');
  };
  await future.done;
  return said;
}"""
"""Runs code in the page's own kernel and gives what it printed, or its error."""


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files, says nothing, and counts the bytes."""

    served = 0

    def copyfile(self, source, outputfile):
        type(self).served += Path(source.name).stat().st_size
        super().copyfile(source, outputfile)

    def log_message(self, *_):
        pass


class Refuser(BaseHTTPRequestHandler):
    """A proxy that lets nothing through and keeps what was asked for."""

    asked: list[str] = []

    def refuse(self):
        self.asked.append(f"{self.command} {self.path}")
        self.send_error(403)

    do_CONNECT = do_GET = do_HEAD = do_OPTIONS = do_POST = refuse  # noqa: N815

    def log_message(self, *_):
        pass


@contextmanager
def serving(handler) -> Iterator[str]:
    """The address of a server with this handler, while it lasts."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def files_of(folder: Path):
    """A handler for the files of a folder."""
    return partial(QuietHandler, directory=str(folder))


def cells(lesson: Path) -> list[str]:
    """The code of each cell of a lesson that is meant to run."""
    found = json.loads(lesson.read_bytes())["cells"]
    return [
        "".join(cell["source"])
        for cell in found
        if cell["cell_type"] == "code"
        and "raises-exception" not in cell["metadata"].get("tags", [])
    ]
