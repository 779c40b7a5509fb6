/// The number of a lane: that of the row which counts its events, told apart by its lowest bit.
struct LaneNumber: Hashable {
    /// The number in the database.
    let rawValue: Int64

    /// The lane of a number in the database.
    init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The lane of a customer.
    init(customer: Int64) {
        self.rawValue = customer << 1
    }

    /// The lane of the chain that an original stands for.
    init(original: Int64) {
        self.rawValue = original << 1 | 1
    }

    /// The lane of a notification that is passed on, by the position of its evidence; such a lane is negative.
    init(notification position: Int64) {
        self.rawValue = -position
    }

    /// The position of the notification's evidence, if it is the lane of one.
    var notification: Int64? { self.rawValue < 0 ? -self.rawValue : nil }

    /// The row that counts its events: a customer's, or an original's.
    var row: Int64 { self.rawValue >> 1 }

    /// Whether it is the lane of a chain.
    var isChain: Bool { self.rawValue & 1 == 1 }
}
