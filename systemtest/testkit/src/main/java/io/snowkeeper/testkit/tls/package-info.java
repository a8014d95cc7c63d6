/** A certificate authority, in PEM files. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.tls;
