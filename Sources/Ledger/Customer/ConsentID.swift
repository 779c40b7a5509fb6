/// The name of one consent.
package typealias ConsentID = Identifier<Consent>
