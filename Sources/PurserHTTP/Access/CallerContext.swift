import Hummingbird
import Ledger
import PurserService

/// What belongs to a request of somebody who is known, whether he names an app or not.
struct CallerContext: ChildRequestContext, CallingContext {
    /// What the framework keeps.
    var coreContext: CoreRequestContextStorage
    /// Who calls.
    let caller: Caller
    /// The app that the request is about: his own, or the one in the path.
    let app: ServedApp?

    /// The context of a caller.
    init(context: PurserContext) throws {
        guard let caller = context.caller else { throw Problem.keyMissing }
        self.coreContext = context.coreContext
        self.caller = caller
        self.app = context.app
    }
}
