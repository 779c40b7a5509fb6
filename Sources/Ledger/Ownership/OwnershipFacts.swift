/// Everything besides Apple's evidence that says whose purchases are.
package struct OwnershipFacts: Hashable, Sendable {
    /// Who submitted what, in the order of arrival.
    package var submissions: [Submission]
    /// What operators decided, in any order.
    package var decisions: [Decision]
    /// Whom each account token stands for.
    package var customers: [AccountToken: CustomerID]
    /// When customers were erased whose facts are still here without their names.
    package var erasedAt: [CustomerID: Instant]
    /// Who was seen with Apple Accounts elsewhere: in chains that are not derived together with these facts.
    package var bindings: [AppTransactionID: [AppleAccountBinding]]

    /// Facts of these kinds.
    package init(
        submissions: [Submission] = [],
        decisions: [Decision] = [],
        customers: [AccountToken: CustomerID] = [:],
        erasedAt: [CustomerID: Instant] = [:],
        bindings: [AppTransactionID: [AppleAccountBinding]] = [:]
    ) {
        self.submissions = submissions
        self.decisions = decisions
        self.customers = customers
        self.erasedAt = erasedAt
        self.bindings = bindings
    }
}
