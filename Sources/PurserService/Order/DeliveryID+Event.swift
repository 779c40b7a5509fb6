internal import AppStore
internal import Ledger

extension DeliveryID {
    /// The delivery of which an event tells that it was handed over, or that something of it was taken back.
    static func concluded(in event: Event) -> DeliveryID? {
        guard event.name == .deliveryConfirmed || event.name == .takebackConfirmed,
            let body = try? JSONValue(json: event.body), case .string(let id)? = body["delivery"]?["id"]
        else { return nil }
        return DeliveryID(id)
    }
}
