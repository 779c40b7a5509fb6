extension RefundDelivery {
    /// What is told of a delivery; what nothing is delivered for, such as a right, is there as soon as it is paid for.
    ///
    /// What was cancelled because another server, or another delivery, has handed it over, is there too; and what was handed
    /// over once and is given back after a refund was reversed.
    package init(_ state: DeliveryState?, because reason: DeliveryReason? = nil, wasConfirmed: Bool = false) {
        switch state {
        case .cancelled where reason == .elsewhere || reason == .twin: self = .delivered
        case .due where wasConfirmed, .delivering where wasConfirmed, .parked where wasConfirmed: self = .delivered
        case .waiting, .due, .delivering, .parked, .cancelled: self = .undelivered
        case .confirmed, .takeBackDue, .takingBack, .takenBack, .takeBackParked, nil: self = .delivered
        }
    }
}
