import AppStore
import Crypto
import Ledger
import Notation

extension Doctor {
    /// The SHA-256 of Apple Root CA - G3, as Apple PKI publishes it.
    private static let appleRootFingerprint = "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"

    /// Returns which root certificates are trusted.
    func rootFindings() -> [DoctorFinding] {
        switch self.roots {
        case .apple:
            let fingerprint = Self.fingerprint(AppleRoots.g3)
            guard fingerprint == Self.appleRootFingerprint else {
                return [
                    DoctorFinding(
                        .rootsChanged,
                        .error,
                        "The program's copy of Apple Root CA - G3 has the fingerprint \(fingerprint).",
                        remedy: "This program was changed. Install it again from its source."
                    )
                ]
            }
            return [
                DoctorFinding(.roots, .ok, "Only Apple Root CA - G3 is trusted (SHA-256 \(fingerprint)).")
            ]
        case .simulator(let roots):
            let fingerprints = roots.map(Self.fingerprint).joined(separator: ", ")
            return [
                DoctorFinding(
                    .roots,
                    .note,
                    "A simulated App Store is trusted, but Apple is not (SHA-256 \(fingerprints)).",
                    remedy: "For the real App Store: trust: apple"
                )
            ]
        }
    }

    /// Returns which apps have a key.
    ///
    /// Reading the configuration has already checked the key's file and its permissions.
    func keyFindings() -> [DoctorFinding] {
        self.apps.map { app in
            guard app.appStore != nil else {
                if app.receiptClient != nil {
                    return DoctorFinding(
                        .keyMissing,
                        .warning,
                        app: app.name,
                        "There is no key for Apple's server API. Subscriptions with stored receipts are checked with "
                            + "verifyReceipt, which Apple has deprecated; other missed evidence cannot be fetched.",
                        remedy: Self.keyRemedy(of: app)
                    )
                }
                return DoctorFinding(
                    .keyMissing,
                    .warning,
                    app: app.name,
                    "There is no key for Apple's server API, so missed evidence cannot be fetched.",
                    remedy: Self.keyRemedy(of: app)
                )
            }
            return DoctorFinding(.key, .ok, app: app.name, "The key file exists, and only its owner may read it.")
        }
    }

    private static func keyRemedy(of app: ServedApp) -> String {
        "Create an In-App Purchase key in App Store Connect (Users and Access, Integrations) and add "
            + "apps.\(app.name.rawValue).appStore: { issuerId: ..., keyId: ..., privateKey: AuthKey.p8 }"
    }

    /// Returns the difference of the clock from Apple's.
    func clockFinding() -> DoctorFinding {
        guard let offset = self.clock.offset else {
            return DoctorFinding(
                .skipped,
                .note,
                "The clock could not be compared: no answer contained a time."
            )
        }
        let distance = abs(offset.milliseconds)
        guard distance > Self.clockWarningMilliseconds + offset.toleranceMilliseconds else {
            let seconds = (distance + offset.toleranceMilliseconds + 999) / 1000
            return DoctorFinding(.clock, .ok, "The clock is within \(seconds) s of Apple's.")
        }
        let words = "The clock is \(distance / 1000) s \(offset.milliseconds > 0 ? "ahead of" : "behind") Apple's."
        let isFar = distance > Self.clockErrorMilliseconds + offset.toleranceMilliseconds
        return DoctorFinding(
            .clockOff,
            isFar ? .error : .warning,
            isFar ? words + " Apple rejects tokens with a wrong time." : words,
            remedy: "Turn on time synchronization: timedatectl set-ntp true"
        )
    }

    private static func fingerprint(_ der: [UInt8]) -> String { Hexadecimal.text(SHA256.hash(data: der)) }
}
