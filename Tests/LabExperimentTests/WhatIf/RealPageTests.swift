import Foundation
import LabExperiment
import LabMetrics
import LabWorkload
import TestSupport
import Testing

/// What single tasks of the shipped pages save, each left out alone: of dropped slots and double
/// fires what those save that help, by how many they are, and what those cost that do harm.
///
/// `LAB_WHATIF_ALL=1` leaves out every task of every page; every 16th of one page is enough for
/// every day.
@Suite struct `A real page` {
  struct Case: Sendable, CustomTestStringConvertible {
    let page: String
    let arm: String
    /// Saved, by how many tasks, and lost, by how many tasks.
    let dropped: [Int]
    let doubles: [Int]
    /// Of every how many tasks one is left out.
    var step = 1

    var testDescription: String { "\(page), \(arm)" }
  }

  private static let cases: [Case] = [
    Case(page: "codemirror", arm: "link", dropped: [8, 4, 0, 0], doubles: [0, 0, 0, 0]),
    Case(page: "codemirror", arm: "timer", dropped: [54, 49, 0, 0], doubles: [28, 28, 0, 0]),
    Case(page: "plotly", arm: "link", dropped: [173, 73, 0, 0], doubles: [0, 0, 0, 0]),
    Case(page: "plotly", arm: "timer", dropped: [230, 123, 4, 4], doubles: [76, 76, 7, 7]),
    Case(page: "pydoc_scroll", arm: "link", dropped: [75, 22, 4, 4], doubles: [0, 0, 0, 0]),
    Case(page: "pydoc_scroll", arm: "timer", dropped: [58, 17, 8, 6], doubles: [6, 6, 14, 14]),
  ]

  static let isWhole = ProcessInfo.processInfo.environment["LAB_WHATIF_ALL"] != nil

  private static let everyDay = Case(
    page: "plotly", arm: "timer", dropped: [8, 8, 1, 1], doubles: [4, 4, 1, 1], step: 16)

  @Test(arguments: isWhole ? cases : [everyDay])
  func `has so much to save in its single tasks`(example: Case) throws {
    let path = Checkout.experiment("what-helps").path
    let plan = try Experiment(path: path).plan(
      only: "page == \(example.page) && arm == \(example.arm)")
    let run = try #require(plan.indices.first(where: plan.performs))
    guard case .recorded(let tasks) = plan[run].scenario.loads[0].tasks else { return }
    let changes = stride(from: 0, to: tasks.count, by: example.step).map {
      Change([.tasks(TaskSelection("page", .numbers([$0])), .without)])
    }
    let rows = try WhatIf([plan[run]], jobs: 2).rows(for: changes).rows
    #expect(rows.count == changes.count)
    for (metric, expected) in [
      (SavingMetric.dropped, example.dropped), (.doubleFires, example.doubles),
    ] {
      let savings = rows.map { Int($0.saving(metric) ?? .nan) }
      let (good, bad) = (savings.filter { $0 > 0 }, savings.filter { $0 < 0 })
      let found: [Int] = [good.reduce(0, +), good.count, -bad.reduce(0, +), bad.count]
      #expect(found == expected, "\(metric)")
    }
  }
}
