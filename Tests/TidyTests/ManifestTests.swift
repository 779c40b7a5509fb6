import Foundation
import Testing

/// A package that uses the library `AppStore` alone fetches nothing that only the server or the simulator needs.
///
/// The package manager leaves a package out when every product of it stands under a trait that is off; one product that
/// is named without a trait, be it by a tool or a test, brings the package back.
@Suite struct ManifestTests {
    /// The text of each target of the manifest, by its name.
    private static let targets: [String: Substring] = {
        let text = SourceTree.project.page("Package.swift").text
        let starts = text.matches(of: #/\.(?:t|testT|executableT)arget\(\s*name: "(\w+)"(?!, condition)/#)
        var targets: [String: Substring] = [:]
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : text.endIndex
            targets[String(start.output.1)] = text[start.range.lowerBound..<end]
        }
        return targets
    }()

    /// The packages that a target names without a trait.
    private static func packages(of target: Substring) -> Set<String> {
        Set(target.matches(of: #/\.product\(name: "\w+", package: "([^"]+)"\)/#).map { String($0.output.1) })
    }

    @Test("Every product of a package that AppStore does without stands under a trait, in tools and tests too")
    func traits() throws {
        let allowed = Self.packages(of: try #require(Self.targets["AppStore"]))
        #expect(allowed.count > 5 && Self.targets.count > 20)
        for (name, target) in Self.targets {
            let others = Self.packages(of: target).subtracting(allowed).sorted()
            #expect(others.isEmpty, "\(name) names products of \(others) without .server or .simulator")
        }
    }

    @Test("The library has no trait of its own, and the simulator only its own")
    func libraries() throws {
        let appStore = try #require(Self.targets["AppStore"])
        let simulator = try #require(Self.targets["AppStoreSimulator"])
        #expect(!appStore.contains(".server(") && !appStore.contains(".simulator("))
        #expect(!simulator.contains(".server(") && simulator.contains(".simulator("))
        for (name, target) in Self.targets where name != "AppStoreSimulator" {
            #expect(!target.contains(".simulator("), "\(name) is no part of the simulator")
        }
    }
}
