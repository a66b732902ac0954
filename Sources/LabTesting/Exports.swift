// A test needs the words of the lab, such as `Instant` and `Panel`, from one import.
@_exported public import LabBrowser
@_exported public import LabDisplay
@_exported public import LabKernel
@_exported public import LabLoop
@_exported public import LabMetrics
@_exported public import LabTicks
@_exported public import LabTrace
@_exported public import LabWorkload
