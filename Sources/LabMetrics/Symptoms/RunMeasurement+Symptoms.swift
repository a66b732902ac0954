import LabKernel

extension RunMeasurement {
  /// The name of the driver with the greatest share of something wrong; `nil` without a driver.
  ///
  /// Of equals it is the first, and so if nothing is wrong.
  public var worstDriver: String? {
    var worst: (name: String, share: Symptoms.Share)?
    for driver in drivers {
      guard let share = Symptoms(driver).worst else { continue }
      if worst.map({ $0.share < share }) ?? true { worst = (driver.name, share) }
    }
    return worst?.name ?? drivers.first?.name
  }
}
