"""Connections without a client's manners."""

import socket

PATIENCE = 10.0


def ended(opened: socket.socket) -> bytes:
    """What is heard until the server closes the connection; a time-out when it does not."""
    opened.settimeout(PATIENCE)
    heard = b""
    try:
        while piece := opened.recv(65536):
            heard += piece
    except ConnectionResetError:
        pass
    return heard
