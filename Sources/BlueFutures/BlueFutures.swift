// One import for applications: everything but the simulator.
@_exported public import BlueZ
@_exported public import CentralRole
@_exported public import Futures
@_exported public import GATT
@_exported public import Profiles
