extension WorldAction {
    /// The last millisecond of the year 9999, where clocks end.
    static let lastInstant = CivilDate(year: 10000, month: 1, day: 1).milliseconds - 1
    /// The most days of billing grace, a year's; Apple has 28.
    private static let mostDays = 366

    /// Throws for a number with which no world can compute: an instant before 1970 or after the year 9999, a longer duration,
    /// a price beyond any.
    func requireBounds() throws(WorldError) {
        for (field, instant) in [(Field.since, self.since), (.to, self.to)] {
            guard let instant, !(0...Self.lastInstant).contains(instant) else { continue }
            throw .invalidValue(field: field.rawValue, "\(instant)")
        }
        if let milliseconds = self.milliseconds, milliseconds.magnitude > Self.lastInstant.magnitude {
            throw .invalidValue(field: "milliseconds", "\(milliseconds)")
        }
        if let price = self.price, !(0...DecimalPrice.limitMilliunits).contains(price) {
            throw .invalidValue(field: "price", "\(price)")
        }
        if let days = self.days, days.magnitude > Self.mostDays {
            throw .invalidValue(field: "days", "\(days)")
        }
    }
}
