"""Bandits under local differential privacy: simulations, and the two halves of the protocol.

`simulate` plays specifications of the npm package ldp-bandits with the same bits.
`ldp_bandits.device` has
what randomises private values, `ldp_bandits.server` what learns from reports; neither imports the
other.
"""

from ._fields import LdpError, SpecError
from ._result import Curve, SimulationResult, Stopped
from ._simulate import simulate
from ._tables import VERSION as __version__

__all__ = [
    "Curve",
    "LdpError",
    "SimulationResult",
    "SpecError",
    "Stopped",
    "__version__",
    "simulate",
]
