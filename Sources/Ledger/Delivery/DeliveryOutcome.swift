/// What came of telling somebody what is to be done with goods.
package enum DeliveryOutcome: Hashable, Sendable {
    /// It is done; so many coins could be taken back in all, where he said so.
    case confirmed(recovered: [String: Int]?)
    /// It has failed, for certain or not, and is tried again at an instant, or left to a person.
    case failed(DeliveryFailure, isCertain: Bool, retryAt: Instant?)
    /// Nobody was told, because this side could not; it is tried at an instant and counts as no attempt.
    case untold(retryAt: Instant)
}
