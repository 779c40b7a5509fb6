/// Where a delivery stands.
package enum DeliveryState: String, Hashable, Sendable, CaseIterable {
    /// It may not be handed over yet; the reason says what it waits for.
    case waiting
    /// It is to be handed over.
    case due
    /// Somebody is being told to hand it over, and has not answered for certain.
    case delivering
    /// It was handed over.
    case confirmed
    /// Handing it over has failed so long that a person decides.
    case parked
    /// Nothing is to be handed over; the reason says why.
    case cancelled
    /// Some of what was handed over is to be taken back.
    case takeBackDue = "take_back_due"
    /// Somebody is being told to take it back, and has not answered for certain.
    case takingBack = "taking_back"
    /// It was handed over and taken back, as much of it as was wanted.
    case takenBack = "taken_back"
    /// Taking it back has failed so long that a person decides.
    case takeBackParked = "take_back_parked"

    /// Whether somebody may be doing it just now, so that it is not known what has happened.
    package var isInCall: Bool { self == .delivering || self == .takingBack }

    /// Whether the goods were with the customer, however much of them was taken back since.
    package var wasHandedOver: Bool {
        switch self {
        case .confirmed, .takeBackDue, .takingBack, .takenBack, .takeBackParked: true
        case .waiting, .due, .delivering, .parked, .cancelled: false
        }
    }

    /// Whether something is left to be done, or to be waited for, before what was paid for is with the customer.
    package var isOpen: Bool {
        switch self {
        case .waiting, .due, .delivering, .parked: true
        case .confirmed, .cancelled, .takeBackDue, .takingBack, .takenBack, .takeBackParked: false
        }
    }
}
