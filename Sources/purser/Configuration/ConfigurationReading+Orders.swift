internal import Ledger
internal import PurserService

extension ConfigurationReading {
    /// Reads `apps.{app}.orders`.
    mutating func orderLimits(_ field: DocumentField?) -> OrderLimits {
        var limits = OrderLimits()
        guard let field,
            let parts = self.validation.map(
                field,
                known: ConfigurationKey.orders,
                example: "orders: { open: \(limits.open), perHour: \(limits.perHour) }"
            )
        else { return limits }
        let counts = 1...Int64(OrderLimits.maximumCount)
        limits.open = Int(self.count("open", parts, in: counts, standard: Int64(limits.open)))
        limits.perHour = Int(self.count("perHour", parts, in: counts, standard: Int64(limits.perHour)))
        limits.perDay = Int(self.count("perDay", parts, in: counts, standard: Int64(limits.perDay)))
        let day = Span.days(1).milliseconds
        let days =
            OrderLimits.allowedRetention.lowerBound.milliseconds / day...OrderLimits.allowedRetention.upperBound
            .milliseconds / day
        limits.retention = .days(
            self.count("retentionDays", parts, in: days, standard: limits.retention.milliseconds / day)
        )
        return limits
    }

    private mutating func count(
        _ key: String,
        _ parts: DocumentFields,
        in bounds: ClosedRange<Int64>,
        standard: Int64
    ) -> Int64 {
        let example = "\(key): \(standard)"
        guard let field = parts[key], let value = self.value(field, example: example) else {
            self.recordDefault(parts.field.path(to: key), "\(standard)")
            return standard
        }
        return self.validation.integer(value, in: bounds, example: example) ?? standard
    }
}
