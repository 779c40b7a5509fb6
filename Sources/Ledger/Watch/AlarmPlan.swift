/// Which series each rule reads, and what is usual at this time of the week, as far as it is the same for an hour.
struct AlarmPlan: Sendable {
}
