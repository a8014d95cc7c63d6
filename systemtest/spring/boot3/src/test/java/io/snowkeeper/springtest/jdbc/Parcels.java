package io.snowkeeper.springtest.jdbc;

import org.springframework.data.repository.ListCrudRepository;

interface Parcels extends ListCrudRepository<Parcel, String> {}
