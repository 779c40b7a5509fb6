/// The delays of sign-ins after failed attempts.
///
/// Attempts are counted three times: by name, by address, and by both. A delay grows with the count, is never
/// permanent, and is forgotten an hour after the last failure. From an address where the operator has signed in before,
/// only the count by both applies, with short delays: so a stranger who tries names from elsewhere delays no operator
/// who signs in from their usual place.
package struct SignInThrottle: Hashable, Sendable {
    /// What attempts are counted by.
    package enum Subject: Hashable, Sendable, CaseIterable {
        /// The name, known or not.
        case name
        /// The address.
        case address
        /// The name and the address together.
        case both

        /// The attempts without a delay.
        ///
        /// Several people can have one address.
        var freeAttempts: Int {
            switch self {
            case .name, .both: 5
            case .address: 20
            }
        }

        /// The longest delay.
        var maximumDelay: Span {
            switch self {
            case .name, .address: .minutes(15)
            case .both: .seconds(30)
            }
        }
    }

    /// The failed attempts of one name or address.
    package struct Failures: Hashable, Sendable {
        /// How long failures count after the last one.
        package static let memory = Span.hours(1)
        /// How far the clocks of two nodes differ at most: a failure that lies further in the future was counted before
        /// the clock was corrected.
        static let clockDifference = Span.minutes(1)

        /// The number of failures.
        package let count: Int
        /// The instant of the last one.
        package let lastAt: Instant

        /// Creates a count of failures.
        package init(count: Int, lastAt: Instant) {
            self.count = count
            self.lastAt = lastAt
        }

        /// Whether the newest of these failures with one name is the first after which a further attempt is delayed.
        package var beginsDelay: Bool { self.count == Subject.name.freeAttempts }

        /// Returns these failures and another one; those that are forgotten do not count.
        package func adding(at now: Instant) -> Self {
            Self(count: (now < self.lastAt + Self.memory ? self.count : 0) + 1, lastAt: now)
        }
    }

    /// Whether the operator has signed in from this address before.
    package let isKnown: Bool
    /// The failures so far.
    package let failures: [Subject: Failures]

    /// Creates the throttle of one attempt.
    package init(isKnown: Bool, failures: [Subject: Failures]) {
        self.isKnown = isKnown
        self.failures = failures
    }

    /// Returns the instant from which the next attempt is allowed; `nil` where it is allowed now.
    ///
    /// Failures from before a correction of the clock can lie in the future; no operator waits until then.
    package func waitsUntil(at now: Instant) -> Instant? {
        let subjects = self.isKnown ? [.both] : Subject.allCases
        let end = subjects.compactMap { subject -> Instant? in
            guard let failures = self.failures[subject], now < failures.lastAt + Failures.memory,
                failures.lastAt <= now + Failures.clockDifference
            else { return nil }
            return min(failures.lastAt, now) + Self.delay(after: failures.count, of: subject)
        }.max()
        return end.flatMap { now < $0 ? $0 : nil }
    }

    /// Returns the delay after a number of failures: two seconds after the free attempts, then twice as long each time.
    static func delay(after count: Int, of subject: Subject) -> Span {
        let further = count - subject.freeAttempts
        guard further >= 0 else { return .zero }
        // Beyond ten doublings every delay is at its maximum.
        return min(.seconds(2 << Int64(min(further, 10))), subject.maximumDelay)
    }
}
