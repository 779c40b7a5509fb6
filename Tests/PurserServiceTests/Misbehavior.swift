import AppStoreSimulator
import Testing

/// The ways in which an interface of Apple's misbehaves in tests.
struct Misbehavior: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let fault: WorldFault

    init(
        _ description: String,
        _ effect: WorldFault.Effect,
        probability: Int? = nil,
        count: Int? = nil,
        milliseconds: Int64? = nil,
        status: Int? = nil,
        errorCode: Int64? = nil
    ) {
        self.testDescription = description
        var fault = WorldFault(effect)
        fault.probability = probability
        fault.count = count
        fault.milliseconds = milliseconds
        fault.status = status
        fault.errorCode = errorCode
        // Only Apple's interface misbehaves: what the store signs stays correct.
        fault.match = "getNotificationHistory"
        self.fault = fault
    }

    var action: WorldAction {
        var action = WorldAction(.addFault)
        action.fault = self.fault
        return action
    }
}
