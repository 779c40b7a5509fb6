/// Whether an app is to finish a transaction with StoreKit.
package enum DeliveryFinish: String, Hashable, Sendable, CaseIterable {
    /// It is recorded, and nothing is left to be handed over.
    case yes
    /// Something is left to be handed over or waited for; StoreKit is to offer it again.
    case no
    /// It was confirmed before it was handed in.
    case already

    /// The answer about several purchases at once: `no` while one of them is open, `already` when all of them were before.
    package static func joined(_ answers: [Self]) -> Self? {
        if answers.contains(.no) { return .no }
        return answers.contains(.yes) ? .yes : answers.first
    }

    /// The answer to what was submitted at an instant, by the deliveries of its purchase.
    package init(_ deliveries: [Delivery], submittedAt: Instant, wasSubmittedBefore: Bool) {
        guard !deliveries.contains(where: \.state.isOpen) else {
            self = .no
            return
        }
        let confirmed = deliveries.compactMap(\.confirmedAt)
        let wasBefore = confirmed.isEmpty ? wasSubmittedBefore : confirmed.contains { $0 < submittedAt }
        self = wasBefore ? .already : .yes
    }
}
