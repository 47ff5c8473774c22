"""A real IPython kernel behind HTTP on the loopback interface, for tests.

POST / with code as the body runs it and answers with a JSON list of outputs as the kernel sends them:
{"type": "stream" | "display_data" | "execute_result" | "error", "content": ...}.
Prints the port once the kernel is ready; ends when its standard input does.
"""

import http.server
import json
import os
import sys
import threading

from jupyter_client.manager import start_new_kernel

OUTPUTS = {"stream", "display_data", "execute_result", "error"}

manager, client = start_new_kernel(kernel_name="python3")


def run(code):
    outputs = []

    def collect(message):
        kind = message["header"]["msg_type"]
        if kind in OUTPUTS:
            outputs.append({"type": kind, "content": message["content"]})

    client.execute_interactive(code, output_hook=collect, allow_stdin=False, timeout=60)
    return outputs


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        code = self.rfile.read(int(self.headers["Content-Length"])).decode()
        body = json.dumps(run(code)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
client.stop_channels()
manager.shutdown_kernel(now=True)
# Skips the client destructors, which fail at interpreter exit.
os._exit(0)
