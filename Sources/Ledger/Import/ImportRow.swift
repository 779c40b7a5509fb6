/// One row of an import, or one of the purchases in a row's receipt.
package struct ImportRow: Hashable, Sendable {
    /// The position of a row in its file.
    package struct Position: Hashable, Comparable, Sendable {
        /// The line on which it begins; the first is 1.
        package let line: Int64
        /// The number of the purchase on that line; 0 except for receipts.
        package let part: Int64

        /// Creates a position.
        package init(line: Int64, part: Int64 = 0) {
            self.line = line
            self.part = part
        }

        /// The position before every row.
        package static let beginning = Self(line: 0)

        /// Earlier lines come first.
        package static func < (left: Self, right: Self) -> Bool {
            (left.line, left.part) < (right.line, right.part)
        }
    }

    /// The kind of ID in a row.
    package enum Subject: String, Hashable, Sendable, CaseIterable {
        /// A transaction ID.
        case transaction
        /// An original transaction ID, which names a chain.
        case original
        /// The original transaction ID of a chain in a receipt.
        case receipt
    }

    /// The reason why a row could not be imported.
    package struct Failure: Error, Hashable, Sendable {
        /// A stable code.
        package let code: String
        /// The problem, in a sentence.
        package let detail: String

        /// Creates a failure with these values.
        package init(code: String, detail: String) {
            self.code = code
            self.detail = detail
        }
    }

    /// The state of a row.
    package enum State: Hashable, Sendable {
        /// The row is pending.
        case pending
        /// The row is imported.
        case done
        /// The row could not be imported.
        case failed(Failure)
    }

    /// The position in the file.
    package let position: Position
    /// The kind of ID.
    package let subject: Subject
    /// Apple's ID as the file states it; `nil` for an invalid row without a storable one.
    package let appleID: String?
    /// The customer who owns the purchase, as the file states it.
    package let owner: CustomerID?
    /// The values that the row states about the purchase.
    package let fact: ImportFact?
    /// Whether the row could be parsed; one that could not has to be corrected in the file.
    package let isUnderstood: Bool
    /// The state.
    package var state: State

    /// Creates a row with these values.
    package init(
        position: Position,
        subject: Subject,
        appleID: String?,
        owner: CustomerID? = nil,
        fact: ImportFact? = nil,
        isUnderstood: Bool = true,
        state: State = .pending
    ) {
        self.position = position
        self.subject = subject
        self.appleID = appleID
        self.owner = owner
        self.fact = fact
        self.isUnderstood = isUnderstood
        self.state = state
    }

    /// Returns the same row with another owner.
    package func owned(by owner: CustomerID) -> Self {
        Self(
            position: self.position,
            subject: self.subject,
            appleID: self.appleID,
            owner: owner,
            fact: self.fact,
            isUnderstood: self.isUnderstood,
            state: self.state
        )
    }

    /// Whether the row could not be imported.
    package var hasFailed: Bool {
        if case .failed = self.state { true } else { false }
    }

    /// Returns the decision that the owner column makes, dated by the submission of the file.
    package func decision(at startedAt: Instant) -> Decision? {
        guard let owner, let appleID else { return nil }
        return Decision(
            customer: owner,
            transactionID: TransactionID(appleID),
            reach: self.subject == .transaction ? .purchase : .chainSoFar,
            decidedAt: startedAt
        )
    }
}
