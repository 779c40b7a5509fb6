package import Tracing

/// Takes the trace that a caller works for, and passes it on; nothing is recorded.
package struct TracePropagator: Instrument {
    /// The header with trace and span.
    package static let parentHeader = "traceparent"
    /// The header with what others keep in the trace.
    package static let stateHeader = "tracestate"

    /// A propagator.
    package init() {}

    /// Takes the trace of a caller; what is malformed counts as nothing.
    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier,
        into context: inout InstrumentationContext,
        using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let parent = extractor.extract(key: Self.parentHeader, from: carrier),
            let trace = TraceContext(
                parent: parent,
                state: extractor.extract(key: Self.stateHeader, from: carrier)
            )
        else { return }
        context.trace = trace
    }

    /// Passes the trace on.
    package func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let trace = context.trace else { return }
        injector.inject(trace.parent, forKey: Self.parentHeader, into: &carrier)
        if !trace.state.isEmpty { injector.inject(trace.state, forKey: Self.stateHeader, into: &carrier) }
    }
}
