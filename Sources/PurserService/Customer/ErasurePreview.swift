/// What erasing a customer takes away and what it leaves.
package struct ErasurePreview: Hashable, Sendable {
    /// How many words of the shop about him go.
    package let facts: Int
    /// How many consents lose where and by whom they were given; that he agreed, to what and when, stays.
    package let consents: Int
    /// How many account tokens stand for nobody any more.
    package let tokens: Int
    /// How many Apple accounts are not bound to him any more.
    package let accounts: Int
    /// How many entries of the audit log lose the words of their reason.
    package let reasons: Int
    /// How many purchases stay in the books, without his name.
    package let purchases: Int
}
