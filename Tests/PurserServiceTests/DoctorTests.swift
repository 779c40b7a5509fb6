import AppStore
import AppStoreSimulator
import Ledger
import PurserService
import Testing

@Suite(.timeLimit(.minutes(10))) struct DoctorTests {
    static func findings(
        isOffline: Bool = false,
        _ change: (inout DoctorStage.Trouble) -> Void = { _ in }
    ) async throws -> [DoctorFinding] {
        var trouble = DoctorStage.Trouble()
        change(&trouble)
        return try await DoctorStage(trouble).findings(isOffline: isOffline)
    }

    /// The findings that affect the exit status, as `code environment`.
    static func bad(_ findings: [DoctorFinding]) -> [String] {
        findings.filter(\.severity.matters).map {
            [$0.code.rawValue, $0.environment?.rawValue].compactMap(\.self).joined(separator: " ")
        }
    }

    @Test("Without problems no finding matters, and every check has a finding")
    func well() async throws {
        let findings = try await Self.findings()
        #expect(Self.bad(findings) == [])
        let codes = findings.map(\.code)
        #expect(codes == [.roots, .key, .clock, .access, .access, .publicAddress, .notification, .notification])
    }

    @Test(
        "With a wrong key, key id, issuer or bundle id, Apple rejects the token in both environments",
        arguments: [
            { $0.keySeed = 8 }, { $0.keyID = "ABCDEFGHIJ" },
            { $0.issuerID = "57246542-96fe-1a63-e053-0824d011072a" }, { $0.bundleID = "com.example.other" },
        ] as [@Sendable (inout DoctorStage.Trouble) -> Void]
    )
    func wrongKey(change: @Sendable (inout DoctorStage.Trouble) -> Void) async throws {
        let findings = try await Self.findings(isOffline: false, change)
        #expect(Self.bad(findings) == ["token_refused Production", "token_refused Sandbox"])
        #expect(findings.allSatisfy { $0.severity == .ok || $0.severity == .note || $0.remedy != nil })
    }

    @Test("The Sandbox distinguishes an app without a release from a wrong key, also if only Production is configured")
    func noRelease() async throws {
        let both = try await Self.findings { $0.instead[.production] = .success(401) }
        #expect(Self.bad(both) == [])
        #expect(both.contains { $0.code == .noRelease && $0.environment == .production })
        let alone = try await Self.findings {
            $0.instead[.production] = .success(401)
            $0.environments = [.production]
            $0.trustsApple = true
        }
        #expect(alone.contains { $0.code == .noRelease })
        // The key of a simulated App Store is never sent to Apple.
        let simulated = try await Self.findings {
            $0.instead[.production] = .success(401)
            $0.environments = [.production]
        }
        #expect(Self.bad(simulated) == ["token_refused Production"])
    }

    @Test("A key that only the Sandbox rejects has its own finding")
    func sandboxRefuses() async throws {
        let findings = try await Self.findings { $0.instead[.sandbox] = .success(401) }
        #expect(Self.bad(findings) == ["token_refused Sandbox"])
    }

    @Test("An unknown app and a rejected key have different findings")
    func unknownApp() async throws {
        let stage = try DoctorStage()
        for world in [stage.production, stage.sandbox] {
            var fault = WorldFault(.error)
            fault.match = "getTransactionInfo"
            fault.errorCode = 4_040_003
            var action = WorldAction(.addFault)
            action.fault = fault
            _ = try world.perform(action)
        }
        #expect(Self.bad(try await stage.findings()) == ["app_unknown Production", "app_unknown Sandbox"])
    }

    @Test("An unreachable server and a failing server have different findings")
    func unreachable() async throws {
        let gone = try await Self.findings { trouble in
            trouble.instead = [.production: .failure(.unreachable), .sandbox: .failure(.timedOut)]
        }
        #expect(Self.bad(gone) == ["apple_unreachable Production", "apple_unreachable Sandbox"])
        #expect(gone.contains { $0.code == .skipped })
        let failing = try await Self.findings { $0.instead[.production] = .success(503) }
        #expect(Self.bad(failing) == ["apple_failed Production"])
    }

    @Test(
        "The clock is compared with Apple's answers",
        arguments: [
            (0, nil), (59_000, nil), (-59_000, nil), (120_000, "warning"), (-120_000, "warning"), (600_000, "error"),
            (-600_000, "error"),
        ] as [(Int64, String?)]
    )
    func clock(ahead: Int64, severity: String?) async throws {
        let findings = try await Self.findings { $0.clockAheadMilliseconds = ahead }
        let off = findings.first { $0.code == .clockOff }
        #expect(off?.severity.rawValue == severity)
        #expect(findings.contains { $0.code == .clock } == (severity == nil))
        if ahead != 0, let off { #expect(off.text.contains(ahead > 0 ? "ahead of" : "behind")) }
    }

    @Test("Notifications: no URL, a URL that fails, and a clock that does not advance")
    func notifications() async throws {
        let missing = try await Self.findings { $0.notificationURL = nil }
        #expect(
            Self.bad(missing) == ["notification_address_missing Production", "notification_address_missing Sandbox"]
        )
        let remedy = missing.last?.remedy ?? ""
        #expect(remedy.contains("https://purchases.example.com/apple/shop/notifications"))
        for result in [SendAttemptResult.tlsIssue, .timedOut, .unsuccessfulHttpResponseCode, .other] {
            let failed = try await Self.findings { $0.delivery = .failed(result) }
            #expect(
                Self.bad(failed) == ["notification_not_delivered Production", "notification_not_delivered Sandbox"]
            )
            #expect(failed.last?.text.contains(result.rawValue) == true)
        }
        // The attempt hangs for as long as the doctor waits.
        let frozen = try await Self.findings { $0.isFrozen = true }
        #expect(Self.bad(frozen) == [])
        #expect(frozen.count { $0.code == .notificationUnconfirmed && $0.severity == .note } == 2)
        let real = try await Self.findings {
            $0.isFrozen = true
            $0.trustsApple = true
        }
        #expect(Self.bad(real) == ["notification_unconfirmed Production", "notification_unconfirmed Sandbox"])
        let foreign = try await Self.findings { $0.appAppleID = 99 }
        #expect(Self.bad(foreign) == ["notification_foreign Production"])
    }

    @Test(
        "The public address is probed as Apple does",
        arguments: [
            (nil, .unreachable, ["public_address_missing"]),
            ("http://purchases.example.com", .answered(status: 200), ["public_address_unfit"]),
            ("https://purchases.example.com:444", .answered(status: 200), ["public_address_unfit"]),
            ("https://purchases.example.com:8443", .answered(status: 200), []),
            ("https://purchases.example.com", .answered(status: 200), []),
            ("https://purchases.example.com", .answered(status: 502), ["public_address_foreign"]),
            ("https://purchases.example.com", .certificateRefused, ["public_address_tls"]),
            ("https://purchases.example.com", .nameRefused, ["public_address_tls"]),
            ("https://purchases.example.com", .tlsFailed, ["public_address_tls"]),
            ("https://purchases.example.com", .unreachable, ["public_address_unreachable"]),
        ] as [(String?, PublicAddressProbe.Outcome, [String])]
    )
    func publicAddress(url: String?, outcome: PublicAddressProbe.Outcome, expected: [String]) async throws {
        let findings = try await Self.findings { trouble in
            trouble.publicURL = url
            trouble.outcome = outcome
            trouble.trustsApple = true
        }
        #expect(Self.bad(findings) == expected)
    }

    @Test("Offline, and without a key, skipped checks are reported")
    func lessToDo() async throws {
        let offline = try await Self.findings(isOffline: true)
        #expect(offline.map(\.code) == [.roots, .key, .skipped] && Self.bad(offline) == [])
        let keyless = try await Self.findings { $0.hasKey = false }
        #expect(Self.bad(keyless) == ["key_missing"])
        #expect(keyless.contains { $0.code == .skipped })
    }

    @Test("The trusted roots are reported; Apple's match the published ones")
    func roots() async throws {
        let apple = try await Self.findings(isOffline: true) { $0.trustsApple = true }
        #expect(apple.first?.code == .roots && apple.first?.severity == .ok)
        let simulated = try await Self.findings(isOffline: true)
        #expect(simulated.first?.severity == .note && simulated.first?.remedy?.contains("trust: apple") == true)
    }

    @Test("A finding as JSON has the fields that scripts need")
    func json() {
        let finding = DoctorFinding(
            .clockOff,
            .warning,
            app: AppName("shop"),
            environment: .sandbox,
            "The clock is off.",
            remedy: "Set it."
        )
        #expect(
            String(decoding: finding.json.json(), as: UTF8.self)
                == #"{"code":"clock_off","severity":"warning","app":"shop","environment":"Sandbox","#
                + #""finding":"The clock is off.","remedy":"Set it."}"#
        )
    }
}
