extension RefundDelivery {
    /// What is told of a delivery; what nothing is delivered for, such as a right, is there as soon as it is paid for.
    package init(_ state: DeliveryState?) {
        switch state {
        case .waiting, .due, .delivering, .parked, .cancelled: self = .undelivered
        case .confirmed, .takeBackDue, .takingBack, .takenBack, .takeBackParked, nil: self = .delivered
        }
    }
}
