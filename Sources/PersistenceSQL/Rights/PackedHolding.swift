import Ledger

/// The form in which a holding lies beside its chain: some forty bytes for a subscription that runs.
///
/// The first byte is the version of the form; a form that is not this one is not read but derived again. An empty form
/// says that there is nothing to be held. Words and offers are kept as their numbers.
enum PackedHolding {
    /// The version that is written and read.
    static let version: UInt8 = 1

    /// What is in a form, one bit each, and where its time begins and ends.
    struct Parts: OptionSet {
        let rawValue: UInt8
        static let subscription = Self(rawValue: 1)
        static let endedPeriods = Self(rawValue: 2)
        static let purchases = Self(rawValue: 4)
        static let policy = Self(rawValue: 8)
        /// It is right from an instant on that is written; without this bit from where the next says.
        static let from = Self(rawValue: 16)
        /// It is right from when the subscription renewed last, or first began; without both bits since ever.
        static let fromBeginning = Self(rawValue: 32)
        /// It is right until an instant that is written.
        static let until = Self(rawValue: 64)
        /// It is right until access ends; without both bits for ever.
        static let untilEnd = Self(rawValue: 128)
    }

    /// Which values of a subscription are there, and which repeat others.
    struct Values: OptionSet {
        let rawValue: UInt64
        static let hasAccess = Self(rawValue: 1 << 0)
        static let isPaid = Self(rawValue: 1 << 1)
        static let since = Self(rawValue: 1 << 2)
        static let until = Self(rawValue: 1 << 3)
        static let product = Self(rawValue: 1 << 4)
        static let transaction = Self(rawValue: 1 << 5)
        /// It rests on the one transaction and no other.
        static let restsOnOne = Self(rawValue: 1 << 6)
        static let access = Self(rawValue: 1 << 7)
        /// The period ends when access does, its run is of its product since the state's instant, and nothing follows.
        static let plainAccess = Self(rawValue: 1 << 8)
        static let nextProduct = Self(rawValue: 1 << 9)
        static let sameProductNext = Self(rawValue: 1 << 10)
        static let nextRenewal = Self(rawValue: 1 << 11)
        static let renewsAtEnd = Self(rawValue: 1 << 12)
        static let nextPrice = Self(rawValue: 1 << 13)
        static let lastRenewal = Self(rawValue: 1 << 14)
        static let offer = Self(rawValue: 1 << 15)
        static let nextOffer = Self(rawValue: 1 << 16)
        static let intent = Self(rawValue: 1 << 17)
        static let willRenewPeriod = Self(rawValue: 1 << 18)
        static let willRenewCommitment = Self(rawValue: 1 << 19)
        static let commitmentUntil = Self(rawValue: 1 << 20)
        static let overrides = Self(rawValue: 1 << 21)
        static let asks = Self(rawValue: 1 << 22)
        static let renewStatusChange = Self(rawValue: 1 << 23)
    }

    /// A number that tells access policies apart (FNV-1a, 32 bits).
    static func fingerprint(of access: AccessPolicy) -> UInt32 {
        let values: [Int64] = [
            access.keepsInGrace ? 1 : 0, access.keepsInRetry ? 1 : 0, access.keepsWhenOverdue ? 1 : 0,
            access.overdueLeeway.milliseconds, access.overdueLeewaySandbox.milliseconds,
        ]
        var hash: UInt32 = 2_166_136_261
        for value in values {
            for shift in stride(from: 0, to: 64, by: 8) {
                hash = (hash ^ UInt32(truncatingIfNeeded: (value >> Int64(shift)) & 0xFF)) &* 16_777_619
            }
        }
        return hash
    }
}
