/** Where the ids of nodes and embedded members come from: generators that follow a lease. Knows no network. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.embedded.id;
