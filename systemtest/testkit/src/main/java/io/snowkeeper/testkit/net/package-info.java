/** Free ports of this machine, and a client of the line protocol. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.net;
