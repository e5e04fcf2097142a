"""Where a request comes from: the peer's address, or what proxies that are trusted say of it.

`X-Forwarded-For` is read from its right end, where the nearest proxy wrote; the first address
that is not a trusted proxy's is the client's. Further left anybody may have written anything.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from ipaddress import IPv4Network

    Address = IPv4Address | IPv6Address
    Network = IPv4Network | IPv6Network

_OF_ONE_CLIENT: Final = 64  # an IPv6 network is given to a household, not an address


def networks(written: Iterable[str]) -> tuple[Network, ...]:
    """Read the networks of the settings, once."""
    return tuple(ip_network(each) for each in written)


def client(peer: str, forwarded: str, *, trusted: Sequence[Network]) -> Address | None:
    """Find the client's address; None where there is none, as behind a socket of the system's.

    >>> str(client("10.0.0.1", "8.8.8.8, 192.0.2.7", trusted=networks(["10.0.0.0/8"])))
    '192.0.2.7'
    >>> str(client("198.51.100.9", "192.0.2.7", trusted=networks(["10.0.0.0/8"])))
    '198.51.100.9'
    """
    found = _read(peer)
    for said in reversed(forwarded.split(",")):
        if found is None or not any(found in network for network in trusted):
            break
        further = _read(said)
        if further is None:  # nothing, or a name: the proxy is the last that is known
            break
        found = further
    return found


def counted_as(address: Address | None) -> bytes:
    """Give what requests are counted by: an IPv4 address, or the /64 network of an IPv6 one."""
    if address is None:
        return b""
    if isinstance(address, IPv4Address):
        return address.packed
    return IPv6Network((address, _OF_ONE_CLIENT), strict=False).network_address.packed[:8]


def _read(text: str) -> Address | None:
    """Read an address, without the port that some proxies add."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.version == 6 and found.ipv4_mapped) or found  # noqa: PLR2004 - IPv6
