import LabDisplay
import LabWorkload

extension ExplanationWords {
  /// That a phone shows half of what it could, of a link that has 60 Hz on it; `nil` elsewhere.
  ///
  /// All that was asked for is shown then, so that nothing is wrong by any count.
  var phone: String? {
    let scenario = study.base.runs[0].scenario
    let driver = scenario.drivers.first { $0.name == study.base.driver }
    guard case .link(let link)? = driver?.source else { return nil }
    if scenario.panel.isPhoneWithoutKey {
      return "Without the key CADisableMinimumFrameDurationOnPhone the phone has 60 Hz at most."
    }
    guard let rate = scenario.panel.rateOfUnasked, link.pace == .preferred(rate) else { return nil }
    return "This phone serves a link that prefers no other rate at 60 of its 120 Hz:"
      + " 'prefers 120 Hz' asks for all of them, and its app has the key"
      + " CADisableMinimumFrameDurationOnPhone."
  }
}
