/// One row of an import, or one of the purchases that a row's receipt names.
package struct ImportRow: Hashable, Sendable {
    /// Where a row lies in its file.
    package struct Position: Hashable, Comparable, Sendable {
        /// The line on which it begins; the first is 1.
        package let line: Int64
        /// Which of the purchases on that line; 0 but for receipts.
        package let part: Int64

        /// A place in a file.
        package init(line: Int64, part: Int64 = 0) {
            self.line = line
            self.part = part
        }

        /// Before every row.
        package static let beginning = Self(line: 0)

        /// Earlier lines come first.
        package static func < (left: Self, right: Self) -> Bool {
            (left.line, left.part) < (right.line, right.part)
        }
    }

    /// What a row names.
    package enum Subject: String, Hashable, Sendable, CaseIterable {
        /// One transaction.
        case transaction
        /// A chain, by its original transaction id.
        case original
        /// A chain that was found in a receipt.
        case receipt
    }

    /// Why a row could not be imported.
    package struct Failure: Error, Hashable, Sendable {
        /// A stable code.
        package let code: String
        /// What is wrong, in a sentence.
        package let detail: String

        /// A failure of these values.
        package init(code: String, detail: String) {
            self.code = code
            self.detail = detail
        }
    }

    /// What became of a row.
    package enum State: Hashable, Sendable {
        /// It waits for its turn.
        case pending
        /// It is imported.
        case done
        /// It could not be imported.
        case failed(Failure)
    }

    /// Where it lies in the file.
    package let position: Position
    /// What it names.
    package let subject: Subject
    /// Apple's id as the file has it; `nil` where a bad row has none that could be kept.
    package let appleID: String?
    /// The customer whose purchase it is said to be.
    package let owner: CustomerID?
    /// What it says of the purchase.
    package let fact: ImportFact?
    /// Whether it can be imported as it is: a row that could not be understood has to be corrected in the file.
    package let isUnderstood: Bool
    /// What became of it.
    package var state: State

    /// A row of these values.
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

    /// The same row with an owner of another name.
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

    /// Whether it could not be imported.
    package var hasFailed: Bool {
        if case .failed = self.state { true } else { false }
    }

    /// The decision that its owner column is, made when the file was submitted.
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
