import PurserService

extension ShopContext {
    /// Who does something with the request's key, and why.
    func origin(reason: String? = nil) -> ActOrigin {
        ActOrigin(name: self.caller.name, reason: reason)
    }
}
