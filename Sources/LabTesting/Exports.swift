// A test needs the words of the lab, such as `Instant` and `Panel`, from one import; of the
// workload those alone that it gives to a laboratory.
@_exported public import LabDisplay
@_exported public import LabKernel
@_exported public import LabLoop
@_exported public import LabTicks

@_exported public import enum LabWorkload.Arrivals
@_exported public import enum LabWorkload.Delivery
@_exported public import enum LabWorkload.DurationLaw
@_exported public import struct LabWorkload.Gesture
@_exported public import struct LabWorkload.Load
