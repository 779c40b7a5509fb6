package import Tracing

/// An instrument that extracts the trace of a caller and passes it on without recording spans.
package struct TracePropagator: Instrument {
    /// The name of the header with trace and span.
    package static let parentHeader = "traceparent"
    /// The name of the header with the state of other systems.
    package static let stateHeader = "tracestate"

    /// Creates a propagator.
    package init() {}

    /// Extracts the trace of a caller; a malformed one is ignored.
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

    /// Injects the trace into an outgoing request.
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
