import AppStore

extension WorldState {
    private static let effects: Set<WorldFault.Effect> = [.error, .latency, .cut, .rateLimit, .stale]
    /// When a caller may come again who was told to wait, unless the rule says otherwise.
    private static let pause: Int64 = 60_000

    /// The faults of a call: those of the one-shot header `X-Sim-Fault`, and the rules that strike.
    mutating func apiFaults(_ operation: AppleAPIOperation, _ request: AppleAPIRequest) -> [WorldFault] {
        let own = request.headers["x-sim-fault"].flatMap { WorldFault(header: $0) }
        return [own].compactMap { $0 } + self.faults.strike(operation.name, Self.effects, at: self.now)
    }

    /// The answer that takes the place of the true one, where a fault has one.
    func answer(instead faults: [WorldFault]) -> AppleAPIResponse? {
        for fault in faults {
            switch fault.effect {
            case .rateLimit: return Self.rateLimited(until: self.now + (fault.milliseconds ?? Self.pause))
            case .error:
                let code = fault.errorCode ?? Int64(fault.status ?? 500) * 10_000
                guard fault.status == nil || fault.errorCode != nil else {
                    return AppleAPIResponse(status: fault.status ?? 500)
                }
                var response = AppleAPIResponse(AppleAPIFault.named(code))
                response.status = fault.status ?? response.status
                return response
            default: continue
            }
        }
        return nil
    }
}
