extension ShopContext {
    /// Who is taken down as having done what the key did.
    var name: String { self.caller.name }
}
