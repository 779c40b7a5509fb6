import Ledger
import PurserService

/// Something that an operator wants done or shown, as a command hands it to the server or does it by itself.
protocol OperatorTask: Sendable {
    /// The route of the running server that does it.
    static var route: String { get }
    /// Whether it changes something, so that it is shown and asked about before.
    var isChange: Bool { get }
    /// The task as named texts, for the request.
    var fields: [(name: String, value: String)] { get }
}

extension StoreTask: OperatorTask {
    static var route: String { "/operator/v1/store-tasks" }
}

extension CustomerTask: OperatorTask {
    static var route: String { "/operator/v1/customer-tasks" }
}

extension WalletTask: OperatorTask {
    static var route: String { "/operator/v1/wallet-tasks" }
}

extension OrderTask: OperatorTask {
    static var route: String { "/operator/v1/order-tasks" }
}

extension GrantTask: OperatorTask {
    static var route: String { "/operator/v1/grant-tasks" }
}
