import Hummingbird

/// What belongs to a request of somebody who is known.
protocol CallingContext: RequestContext {
    /// Who calls.
    var caller: Caller { get }
}
