/// From when on one alarm fires, and when it is resolved.
package struct AlarmSetting: Hashable, Sendable {
    /// Whether the alarm is evaluated at all.
    package var isEnabled: Bool
    /// From which value on it is bad; the unit is the alarm's, see `AlarmThresholds`.
    package var limit: Double
    /// For how long it has to be bad before it fires; none: at once.
    package var holds: Span
    /// For how long it has to be good before it is resolved.
    package var clears: Span

    /// A setting of these values.
    package init(isEnabled: Bool = true, limit: Double, holds: Span, clears: Span) {
        self.isEnabled = isEnabled
        self.limit = limit
        self.holds = holds
        self.clears = clears
    }
}
